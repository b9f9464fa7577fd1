import { expect, test } from 'vitest';
import { outOfBandMeans } from '../../../src/sandbox/audit/out-of-band.ts';
import { parseCall } from '../../../src/sandbox/audit/parse-call.ts';

const TO = '{sa_family=AF_INET, sin_port=htons(53), sin_addr=inet_addr("127.0.0.1")}';

function message(control: string, data = 'k'): string {
  return `{msg_name=${TO}, msg_namelen=16, msg_iov=[{iov_base="${data}", iov_len=1}], msg_iovlen=1${control}, msg_flags=0}`;
}

function control(level: string, type: string): string {
  return `, msg_control=[{cmsg_len=20, cmsg_level=${level}, cmsg_type=${type}, cmsg_data=[0x7, 0x27, 0x4, 0x61]}], msg_controllen=24`;
}

function meansIn(line: string): string[] {
  const call = parseCall(line);
  if (call === null) throw new Error(`no call: ${line}`);
  return outOfBandMeans(call);
}

function ofSending(sent: string, result = '1'): string[] {
  return meansIn(`sendmsg(3<socket:[1]>, ${sent}, 0) = ${result}`);
}

test.each([
  ['an IP option', control('SOL_IP', 'IP_RETOPTS'), ['IP_RETOPTS']],
  ['a type without a name in the tracer', control('SOL_IP', '0x63 /* IP_??? */'), ['0x63']],
  ['an IPv6 header', control('SOL_IPV6', '0x3b'), ['0x3b']],
  [
    'a type that the tracer could not read',
    ', msg_control=0x7f0000001000, msg_controllen=24',
    ['control messages that could not be read'],
  ],
  ['the type of service, which is a number', control('SOL_IP', 'IP_TOS'), []],
  ['the source address', control('SOL_IP', 'IP_PKTINFO'), []],
  ['the IPv6 source address', control('SOL_IPV6', '0x32'), []],
  ['descriptors', control('SOL_SOCKET', 'SCM_RIGHTS'), []],
  ['the size of its datagrams', control('SOL_UDP', '0x67'), []],
  ['nothing', ', msg_controllen=0', []],
])('a message with %s as its control message is recognised by what it sends', (_what, given, means) => {
  expect(ofSending(message(given))).toEqual(means);
});

test('what several messages send is listed once', () => {
  const [one, other] = ['IP_RETOPTS', '0x63'].map((type) => message(control('SOL_IP', type)));
  const sent = [one, other, one].map((header) => `{msg_hdr=${header}, msg_len=1}`).join(', ');
  expect(meansIn(`sendmmsg(3<socket:[1]>, [${sent}], 3, 0) = 3`)).toEqual(['IP_RETOPTS', '0x63']);
});

test.each([
  ['sendto', 'sendto(3<socket:[1]>, "k", 1, MSG_OOB|MSG_NOSIGNAL, NULL, 0) = 1'],
  ['sendmsg', `sendmsg(3<socket:[1]>, ${message(', msg_controllen=0')}, MSG_OOB) = 1`],
  ['sendmmsg', `sendmmsg(3<socket:[1]>, [{msg_hdr=${message('')}, msg_len=1}], 1, MSG_OOB) = 1`],
])('urgent data is recognised by the flag of %s, even if the call fails', (_call, line) => {
  expect(meansIn(line)).toEqual(['MSG_OOB']);
  expect(meansIn(line.replace(/ = 1$/, ' = -1 EPIPE (Broken pipe)'))).toEqual(['MSG_OOB']);
});

test.each([
  ['SOL_IPV6, IPV6_FLOWLABEL_MGR', 'IPV6_FLOWLABEL_MGR'],
  ['SOL_IP, IP_OPTIONS', 'IP_OPTIONS'],
  ['SOL_IPV6, IPV6_2292PKTOPTIONS', 'IPV6_2292PKTOPTIONS'],
  ['SOL_IPV6, IPV6_HOPOPTS', 'IPV6_HOPOPTS'],
  ['SOL_IPV6, IPV6_RTHDRDSTOPTS', 'IPV6_RTHDRDSTOPTS'],
  ['SOL_IPV6, IPV6_RTHDR', 'IPV6_RTHDR'],
  ['SOL_IPV6, IPV6_DSTOPTS', 'IPV6_DSTOPTS'],
  ['SOL_TCP, TCP_MD5SIG', 'TCP_MD5SIG'],
  ['SOL_TCP, TCP_MD5SIG_EXT', 'TCP_MD5SIG_EXT'],
  ['SOL_TCP, 0x26 /* TCP_??? */', '0x26'],
  ['SOL_TCP, TCP_FASTOPEN_NO_COOKIE', 'TCP_FASTOPEN_NO_COOKIE'],
])('a socket with the option %s sends more than its streams and datagrams', (option, name) => {
  const line = `setsockopt(3<socket:[1]>, ${option}, "\\7\\'\\4k", 39)`;
  expect(meansIn(`${line} = 0`)).toEqual([name]);
  expect(meansIn(`${line} = -1 EPERM (Operation not permitted)`)).toEqual([name]);
});

test.each([
  'SOL_IP, IP_TOS',
  'SOL_IP, IP_RETOPTS',
  'SOL_IPV6, IPV6_V6ONLY',
  'SOL_IPV6, IPV6_RECVRTHDR',
  'SOL_TCP, TCP_NODELAY',
  'SOL_TCP, TCP_FASTOPEN_CONNECT',
  'SOL_SOCKET, SO_REUSEADDR',
])('a socket with %s sends nothing more', (option) => {
  expect(meansIn(`setsockopt(3<socket:[1]>, ${option}, [1], 4) = 0`)).toEqual([]);
});

test('data that the kernel rejects was not sent, unless the result is unknown', () => {
  const sent = message(control('SOL_IP', 'IP_RETOPTS'));
  expect(ofSending(sent, '-1 EINVAL (Invalid argument)')).toEqual([]);
  expect(ofSending(sent, '?')).toEqual(['IP_RETOPTS']);
});

test('data that imitates such calls is ignored', () => {
  const data = 'MSG_OOB, SOL_IP, IP_OPTIONS cmsg_level=SOL_IP, cmsg_type=IP_RETOPTS';
  expect(ofSending(message(', msg_controllen=0', data))).toEqual([]);
});
