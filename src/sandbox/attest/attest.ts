import { networkInterfaces } from 'node:os';
import type Docker from 'dockerode';
import type { AttestedClaim } from '../../contracts/attestation.ts';
import { SECCOMP_OPTION } from '../docker/container-options.ts';
import type { ContainerContext } from '../docker/exec.ts';
import type { Launch } from '../docker/launch.ts';
import { nameMounts } from '../docker/name-files.ts';
import { containerNameOf } from '../docker/users.ts';
import { readSeccompProfile } from '../image/seccomp-profile.ts';
import { CGROUP_FILES } from '../resources/cgroup-files.ts';
import type { AttestationRequest } from '../sandbox.ts';
import { ATTESTED_FILES, claimsOf, ENGINE_SOCKETS, type EngineView } from './claims.ts';
import { lookInside } from './look-inside.ts';

/** The metadata service of clouds, and the address of the host on the engine's default bridge. */
const FAMILIAR_ADDRESSES = ['169.254.169.254/80', '172.17.0.1/2375'];

/** Inspects a sandbox from inside and through the engine, before anything of the agent runs there. */
export async function attest(
  { container, users, limits, nameFolder }: ContainerContext,
  launch: Launch,
  { env, placeholders }: { env: Readonly<Record<string, string>>; placeholders: readonly string[] },
  request: AttestationRequest,
): Promise<AttestedClaim[]> {
  const { skillsDir, absentPaths, skills, imageDigest, runtime, planted = [] } = request;
  const [inside, inspected, seccomp] = await Promise.all([
    lookInside(launch, {
      env,
      skillsDir,
      files: [...ATTESTED_FILES, ...CGROUP_FILES],
      paths: [...ENGINE_SOCKETS, ...absentPaths],
      addresses: [...FAMILIAR_ADDRESSES, ...ownAddresses()],
    }),
    container.inspect(),
    readSeccompProfile(),
  ]);
  const asked = { ...limits, name: containerNameOf(users), agent: users.agent, seccomp };
  return claimsOf(
    inside,
    engineView(inspected, nameFolder),
    { skills, placeholders: [...placeholders, ...planted], imageDigest, runtime },
    asked,
  );
}

/**
 * Addresses of the machine that the harness runs on, which mostly is the engine's too.
 * Any port will do: there is no route.
 */
function ownAddresses(): string[] {
  const interfaces = Object.values(networkInterfaces()).flatMap((found) => found ?? []);
  const outward = interfaces.filter(({ internal, family }) => !internal && family === 'IPv4');
  return outward.map(({ address }) => `${address}/22`);
}

function engineView(
  { Name, Image, Mounts, HostConfig }: Docker.ContainerInspectInfo,
  nameFolder: string | null,
): EngineView {
  const ours = nameFolder === null ? [] : nameMounts(nameFolder);
  const mounts = Mounts.filter(({ Type }) => Type !== 'tmpfs');
  return {
    // Engines put a slash before the name.
    name: Name.replace(/^\//, ''),
    image: Image,
    runtime: HostConfig.Runtime ?? '',
    networkMode: HostConfig.NetworkMode ?? '',
    mounts: [
      ...mounts.filter((mount) => !ours.some((one) => isSame(mount, one))).map(({ Source }) => Source),
      ...(HostConfig.Binds ?? []),
    ],
    privileged: HostConfig.Privileged ?? false,
    readOnly: HostConfig.ReadonlyRootfs ?? false,
    memory: HostConfig.Memory ?? 0,
    memorySwap: HostConfig.MemorySwap ?? 0,
    pids: HostConfig.PidsLimit ?? 0,
    nanoCpus: HostConfig.NanoCpus ?? 0,
    seccomp: seccompOf(HostConfig.SecurityOpt ?? []),
  };
}

type Mounted = Docker.ContainerInspectInfo['Mounts'][number];

function isSame({ Type, Source, Destination, RW }: Mounted, asked: Docker.MountSettings): boolean {
  return (
    Type === asked.Type && Source === asked.Source && Destination === asked.Target && RW !== asked.ReadOnly
  );
}

function seccompOf(options: readonly string[]): string {
  const option = options.find((one) => one.startsWith(SECCOMP_OPTION));
  return option?.slice(SECCOMP_OPTION.length) ?? '';
}
