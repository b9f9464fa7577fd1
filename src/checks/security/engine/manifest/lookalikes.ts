/** Packages that everybody installs, and whose names are therefore imitated. */
const POPULAR =
  'react react-dom lodash axios express chalk commander webpack typescript eslint prettier moment jquery vue angular next vite jest mocha dotenv mongoose sequelize socket.io request async underscore bluebird uuid yargs rimraf glob semver debug classnames redux electron puppeteer playwright nodemon cross-env body-parser cors jsonwebtoken bcrypt passport winston requests numpy pandas flask django scipy matplotlib tensorflow torch scikit-learn selenium beautifulsoup4 pillow sqlalchemy boto3 urllib3 cryptography pyyaml pytest setuptools virtualenv colorama tqdm click jinja2 openai anthropic langchain transformers fastapi uvicorn pydantic httpx aiohttp redis celery psycopg2 paramiko openpyxl python-dateutil discord.py telegram streamlit gradio huggingface-hub ethers web3 bitcoinlib solana colors discord.js'.split(
    ' ',
  );
/** Names that are near a popular one but belong to packages of their own. */
const GENUINE = new Set(
  'preact request requests react-dom next nest vite vitest vue nuxt jest mocha colors color glob globs async uuid uid debug chalk click redis celery pytest django web3 torch flask httpx https axios-mock underscore dotenv express colord reach cors core corn glob2 glom yarg args yards semver uuidv4 moment momento lodash-es telegram pandas3 pydantic pydantic2 react-icons solana requestz ethers ether'.split(
    ' ',
  ),
);
const MIN_LENGTH = 5;

/** The popular package that this name misspells; null if it is one itself or resembles none. */
export function imitated(name: string): string | null {
  const plain = name.toLowerCase();
  if (plain.length < MIN_LENGTH || GENUINE.has(plain) || POPULAR.includes(plain)) return null;
  return POPULAR.find((popular) => popular.length >= MIN_LENGTH && isOneSlipAway(plain, popular)) ?? null;
}

/** A letter added at the end makes another word, unless it repeats the last one. */
function isInside(word: string, at: number, letter: string): boolean {
  return at > 0 && (at < word.length || word.endsWith(letter));
}

function isOneSlipAway(one: string, other: string): boolean {
  if (one === other || Math.abs(one.length - other.length) > 1) return false;
  let from = 0;
  while (from < one.length && one[from] === other[from]) from++;
  let back = 0;
  while (back < one.length - from && back < other.length - from && one.at(-1 - back) === other.at(-1 - back))
    back++;
  const left = one.slice(from, one.length - back);
  const right = other.slice(from, other.length - back);
  if (/[\d-]/.test(left + right)) return false;
  if (left.length === 1 && right.length === 1) return from > 0;
  if (left.length + right.length === 1) return isInside(one, from, right) && isInside(other, from, left);
  return left.length === 2 && right.length === 2 && left[0] === right[1] && left[1] === right[0];
}
