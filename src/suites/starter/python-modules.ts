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

/** Packages on PyPI that have another name than the module that they bring. */
export const PACKAGE_OF_MODULE: Readonly<Record<string, string>> = {
  Crypto: 'pycryptodome',
  PIL: 'Pillow',
  bs4: 'beautifulsoup4',
  cv2: 'opencv-python-headless',
  dateutil: 'python-dateutil',
  docx: 'python-docx',
  dotenv: 'python-dotenv',
  fitz: 'PyMuPDF',
  jwt: 'PyJWT',
  pptx: 'python-pptx',
  skimage: 'scikit-image',
  sklearn: 'scikit-learn',
  yaml: 'PyYAML',
};

/** Packages on PyPI that Debian 12 has under `python3-` and this name, in a version of its own. */
export const DEBIAN_NAMES: Readonly<Record<string, string>> = {
  ...Object.fromEntries(
    `boto3 chardet click cryptography docutils feedparser html2text imageio jinja2 jsonschema lxml markdown
    matplotlib networkx nltk numpy openpyxl pandas psutil pydantic pygments pypdf pypdf2 pytest qrcode reportlab
    requests rich scipy seaborn shapely sympy tabulate toml tqdm xlrd xlsxwriter`
      .split(/\s+/)
      .map((name) => [name, name]),
  ),
  beautifulsoup4: 'bs4',
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
