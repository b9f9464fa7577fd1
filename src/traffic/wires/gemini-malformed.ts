/** The reasons for which Gemini ends an answer with a call that it could not read, and that nobody carries out. */
export const GEMINI_MALFORMED = new Set([
  'MALFORMED_FUNCTION_CALL',
  'MALFORMED_RESPONSE',
  'UNEXPECTED_TOOL_CALL',
]);
