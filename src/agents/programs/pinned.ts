import type { Architecture, ProgramPackages } from '../../contracts/program-packages.ts';

type ByArchitecture = Readonly<Record<Architecture, string>>;

export function pinned(specs: ByArchitecture, integrity: ByArchitecture): ProgramPackages {
  return {
    amd64: { spec: specs.amd64, integrity: integrity.amd64 },
    arm64: { spec: specs.arm64, integrity: integrity.arm64 },
  };
}
