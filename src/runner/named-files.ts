/** Names as prompts write them. Other words with a dot in them are hosts, versions and abbreviations. */
const FILE_NAME =
  /(?<![\w./~-])(?:\/workspace\/)?((?:[\w-]+\/){0,8}[\w-]{1,64}\.(?:csv|tsv|json|jsonl|ya?ml|toml|ini|xml|html?|md|txt|log|pdf|png|jpe?g|svg|xlsx|docx|pptx|db|sqlite|sql|py|js|ts|sh|css|zip|ics))(?![\w/-]|\.\w)/gi;

/** The files that a text names, by their paths below the workspace. */
export function namedFiles(text: string): string[] {
  return [...new Set([...text.matchAll(FILE_NAME)].map(([, path = '']) => path))];
}
