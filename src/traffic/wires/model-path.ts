/**
 * The end of a path that names a model. The name may contain slashes, as on some self-hosted
 * servers. No part of it starts with a dot: a provider that resolved `..%2Ffiles` would serve
 * something else with the run's key.
 */
export const MODEL_ID = ':model{\\w[\\w.:@-]*(?:%2[Ff]\\w[\\w.:@-]*)*}';
