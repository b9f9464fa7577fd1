import { PACKAGE_FOLDER } from './recipe.ts';

/** The name of the package's folder in the context of the build. */
export const PACKAGE = 'package';

/** Puts a package on top of another image. */
export const PROGRAM_DOCKERFILE = `ARG BASE_IMAGE
FROM \${BASE_IMAGE}
COPY ${PACKAGE} ${PACKAGE_FOLDER}
`;
