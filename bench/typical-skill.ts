/** Topics that skills are about, each with words of its own, so that two skills do not share their texts. */
const TOPICS = [
  { name: 'release-notes', thing: 'release notes', tool: 'git', file: 'CHANGELOG.md', noun: 'commit' },
  { name: 'pdf-forms', thing: 'PDF forms', tool: 'qpdf', file: 'form.pdf', noun: 'field' },
  { name: 'csv-reports', thing: 'reports from CSV files', tool: 'csvkit', file: 'orders.csv', noun: 'row' },
  { name: 'api-clients', thing: 'API clients', tool: 'curl', file: 'openapi.yaml', noun: 'endpoint' },
  { name: 'db-migrations', thing: 'database migrations', tool: 'psql', file: 'schema.sql', noun: 'table' },
  { name: 'slide-decks', thing: 'slide decks', tool: 'marp', file: 'deck.md', noun: 'slide' },
] as const;

type Topic = (typeof TOPICS)[number];

/** Sections that a skill of any topic has; `n` keeps repetitions apart. */
const SECTIONS: readonly ((topic: Topic, n: number) => string)[] = [
  ({ thing, noun, file }, n) => `## Step ${n}: prepare the ${noun}s

Before you create ${thing}, read \`${file}\` from start to end and note every ${noun} that has changed since the last
run. Most mistakes come from working on an outdated copy, so compare the date of the file with the one the user
mentions. If the two disagree, ask which of them is meant. Keep the wording of the original wherever it is clear, and
do not shorten names, because later steps look each ${noun} up by its full name.

- Each ${noun} needs a title, an owner and a **due date** in ISO format.
- Group related entries; an entry that belongs to two groups goes into the first.
- Use \`--dry-run\` while you are not sure what will be written.
- See [the style guide](references/style-${n}.md) for tone and length.
`,
  ({ tool, file, noun }, n) => `### Commands for part ${n}

Run the commands from the root of the project. They print one line for each ${noun} and stop at the first error:

\`\`\`bash
${tool} --version
mkdir -p build/part-${n} && cp ${file} build/part-${n}/
python scripts/extract.py --input build/part-${n}/${file} --output build/part-${n}/${noun}s.json
jq '.items[] | select(.status == "open") | .id' build/part-${n}/${noun}s.json | sort -u > open.txt
npm run lint && npm test -- --grep "${noun}"
\`\`\`

When the output is empty, the filter was too strict: drop the condition on \`status\` and try again.
`,
  ({ noun, thing }, n) => `## Validating ${thing} (${n})

The following function checks one ${noun} and returns a list of problems. An empty list means that it can be used.

\`\`\`python
import json
from pathlib import Path


def validate(path: Path, limit: int = ${n + 10}) -> list[str]:
    """Problems of every ${noun} in a file, in their order."""
    problems = []
    for index, item in enumerate(json.loads(path.read_text())["items"]):
        if not item.get("title"):
            problems.append(f"${noun} {index} has no title")
        if len(item.get("tags", [])) > limit:
            problems.append(f"${noun} {index} has more than {limit} tags")
    return problems
\`\`\`

Show the problems to the user as a list and offer to mend those that have one obvious answer.
`,
  ({ noun, thing, name }, n) => `## Settings ${n}

| Option | Default | What it does for ${thing} |
| --- | --- | --- |
| \`max_${noun}s\` | ${n * 25} | How many entries one file may hold before it is split |
| \`language\` | en | Language of headings and labels; see https://docs.${name}.example.org/languages |
| \`template\` | standard | Which of the templates under \`assets/\` is filled |

\`\`\`json
{
  "name": "${name}",
  "version": "1.${n}.0",
  "options": { "max_${noun}s": ${n * 25}, "language": "en", "template": "standard" }
}
\`\`\`

1. Start from the defaults and change one option at a time.
2. Write the file again and compare it with \`diff -u\`.
3. Tell the user what changed, in one or two sentences, and why.
`,
  ({ thing, noun }, n) => `### Common questions, part ${n}

**What if a ${noun} is missing?** Leave its place empty and say so at the end; never make up a value. People rely on
${thing} to be complete, and a gap that is marked is better than a guess that looks right.

**How long should the result be?** As short as the reader allows. A page is enough for a weekly summary, while a review
of the year can take ten. Use the active voice, prefer short sentences, and explain an abbreviation where it first
appears. For example, write "the team shipped the importer on Monday" and not "the importer has been shipped".

> Note: results are cached for one hour. Pass \`--no-cache\` when the source has just been changed.
`,
];

/** The text of one skill as people write them: prose, lists, tables, commands, short programs and links. */
export function typicalSkill(index: number, bytes: number): string {
  const topic = TOPICS[index % TOPICS.length] ?? TOPICS[0];
  let text = `---
name: ${topic.name}
description: Creates and reviews ${topic.thing} with ${topic.tool}. Use when the user asks for ${topic.thing}.
license: MIT
---

# ${topic.thing}

This skill helps with ${topic.thing}: planning them, writing them and checking that they are complete.

`;
  for (let part = 0; text.length < bytes; part++) {
    const section = SECTIONS[(part + index) % SECTIONS.length] ?? SECTIONS[0];
    text += `${section?.(topic, part + index + 1)}\n`;
  }
  return text.slice(0, bytes);
}
