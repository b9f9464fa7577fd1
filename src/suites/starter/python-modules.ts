/** Modules of Python's standard library that programs import (sys.stdlib_module_names of CPython 3.11). */
const STANDARD = `
  abc aifc antigravity argparse array ast asynchat asyncio asyncore atexit audioop base64 bdb binascii bisect
  builtins bz2 cProfile calendar cgi cgitb chunk cmath cmd code codecs codeop collections colorsys compileall
  concurrent configparser contextlib contextvars copy copyreg crypt csv ctypes curses dataclasses datetime dbm
  decimal difflib dis distutils doctest email encodings ensurepip enum errno faulthandler fcntl filecmp
  fileinput fnmatch fractions ftplib functools gc genericpath getopt getpass gettext glob graphlib grp gzip
  hashlib heapq hmac html http idlelib imaplib imghdr imp importlib inspect io ipaddress itertools json keyword
  lib2to3 linecache locale logging lzma mailbox mailcap marshal math mimetypes mmap modulefinder msilib msvcrt
  multiprocessing netrc nis nntplib nt ntpath nturl2path numbers opcode operator optparse os ossaudiodev pathlib
  pdb pickle pickletools pipes pkgutil platform plistlib poplib posix posixpath pprint profile pstats pty pwd
  py_compile pyclbr pydoc pydoc_data pyexpat queue quopri random re readline reprlib resource rlcompleter runpy
  sched secrets select selectors shelve shlex shutil signal site smtpd smtplib sndhdr socket socketserver spwd
  sqlite3 sre_compile sre_constants sre_parse ssl stat statistics string stringprep struct subprocess sunau
  symtable sys sysconfig syslog tabnanny tarfile telnetlib tempfile termios textwrap this threading time timeit
  tkinter token tokenize tomllib trace traceback tracemalloc tty turtle turtledemo types typing unicodedata
  unittest urllib uu uuid venv warnings wave weakref webbrowser winreg winsound wsgiref xdrlib xml xmlrpc zipapp
  zipfile zipimport zlib zoneinfo
`;

export const STANDARD_MODULES: ReadonlySet<string> = new Set(STANDARD.trim().split(/\s+/));

/** Names that programs give to folders of their own, as in `from app.models import User`. */
export const OWN_MODULES: ReadonlySet<string> = new Set(
  'app config helpers lib main models scripts src test tests utils'.split(' '),
);

/** Modules that many packages share, as in `google.genai` of google-genai. */
const SHARED_MODULES: ReadonlySet<string> = new Set(['azure', 'google', 'google.cloud']);

/** Packages on PyPI that have another name than the module that they bring. */
const PACKAGE_OF_MODULE: Readonly<Record<string, string>> = {
  Bio: 'biopython',
  Crypto: 'pycryptodome',
  OpenSSL: 'pyOpenSSL',
  PIL: 'Pillow',
  agents: 'openai-agents',
  algosdk: 'py-algorand-sdk',
  attr: 'attrs',
  bs4: 'beautifulsoup4',
  cv2: 'opencv-python-headless',
  dateutil: 'python-dateutil',
  dns: 'dnspython',
  docx: 'python-docx',
  dotenv: 'python-dotenv',
  faiss: 'faiss-cpu',
  fitz: 'PyMuPDF',
  git: 'GitPython',
  'google.protobuf': 'protobuf',
  jwt: 'PyJWT',
  magic: 'python-magic',
  markdown_it: 'markdown-it-py',
  mpl_toolkits: 'matplotlib',
  nacl: 'PyNaCl',
  odf: 'odfpy',
  openff: 'openff-toolkit',
  pptx: 'python-pptx',
  psycopg2: 'psycopg2-binary',
  scvi: 'scvi-tools',
  serial: 'pyserial',
  skimage: 'scikit-image',
  sklearn: 'scikit-learn',
  sksurv: 'scikit-survival',
  umap: 'umap-learn',
  yaml: 'PyYAML',
};

/**
 * The package of PyPI that brings a module, of which the parts of its name are given; `null` if nobody could tell. PyPI takes
 * a hyphen for an underscore.
 */
export function packageOf(parts: readonly string[]): string | null {
  const [first = ''] = parts;
  const known = [first, parts.slice(0, 2).join('.')].find((name) => Object.hasOwn(PACKAGE_OF_MODULE, name));
  if (known !== undefined) return PACKAGE_OF_MODULE[known] ?? null;
  const shared = [parts.slice(0, 2).join('.'), first].find((name) => SHARED_MODULES.has(name));
  const named = shared === undefined ? [first] : parts.slice(0, shared.split('.').length + 1);
  const isWhole = shared === undefined || named.length > shared.split('.').length;
  return isWhole ? named.join('-').replaceAll('_', '-') : null;
}

/** Packages on PyPI that Debian 12 has under `python3-` and this name, in a version of its own. */
export const DEBIAN_NAMES: Readonly<Record<string, string>> = {
  ...Object.fromEntries(
    `aiohttp biopython bleach boto3 chardet click colorama cryptography docutils fastapi feedparser flask h5py
    html2text httpx imageio jinja2 joblib jsonschema lxml markdown matplotlib networkx nltk numpy openpyxl pandas
    plotly psutil pydantic pygments pypdf pypdf2 pytest qrcode redis reportlab requests rich scipy seaborn shapely
    sqlalchemy statsmodels sympy tabulate toml tqdm uvicorn websockets xlrd xlsxwriter xmltodict`
      .split(/\s+/)
      .map((name) => [name, name]),
  ),
  beautifulsoup4: 'bs4',
  'markdown-it-py': 'markdown-it',
  odfpy: 'odf',
  'opencv-python': 'opencv',
  'opencv-python-headless': 'opencv',
  'pdfminer.six': 'pdfminer',
  pillow: 'pil',
  'python-dateutil': 'dateutil',
  'python-docx': 'docx',
  'python-dotenv': 'dotenv',
  'python-magic': 'magic',
  pyyaml: 'yaml',
  'scikit-image': 'skimage',
  'scikit-learn': 'sklearn',
};
