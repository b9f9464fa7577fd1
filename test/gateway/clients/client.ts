/** One answer, whatever client got it. */
export type Turn = {
  text: string;
  calls: { id: string; tool: string; input: unknown }[];
  refused: boolean;
  cut: boolean;
  inputTokens: number | null;
};

/** A picture of one pixel, in the form in which all clients take one. */
export const PIXEL = {
  type: 'image/png',
  data: 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
} as const;

/** What a user says, with a picture or without. */
export type Saying = { text: string; withImage: boolean };

export type Reply = { id: string; tool: string; output: string };

export type Access = {
  fetch: (request: Request) => Promise<Response>;
  token: string;
  model: string;
  stream: boolean;
  signal?: AbortSignal;
  /** Called with every piece of a stream as it comes. */
  onPiece?: () => void;
};

/** A conversation as a program would have it through an official client. */
export type Client = {
  name: string;
  open(access: Access): (input: Saying | Reply[]) => Promise<Turn>;
  /** What it throws where it is told that it may not. */
  denied: abstract new (
    ...args: never[]
  ) => Error;
};
