/**
 * The end of a path that names a model, with a slash in its name where a server of one's own has such names. No part of it
 * begins with a dot: a provider that resolved `..%2Ffiles` would be asked for something else with the run's key.
 */
export const MODEL_ID = ':model{\\w[\\w.:@-]*(?:%2[Ff]\\w[\\w.:@-]*)*}';
