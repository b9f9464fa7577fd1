/** The reasons for which Gemini ends an answer that its filters do not let through. */
export const GEMINI_REFUSALS = new Set(['SAFETY', 'RECITATION', 'BLOCKLIST', 'PROHIBITED_CONTENT', 'SPII']);
