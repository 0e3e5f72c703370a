import type { Member } from './patroni-settings.ts'

/** Lines of `deploy/haproxy/haproxy.cfg` that name a server and its address */
const SERVER_LINE = /^ {2}server node-(\d+) 10\.0\.0\.1\d:3000/

/**
 * Returns the shipped HAProxy settings with the addresses of this cluster. Lines that need a certificate are removed. Lines that set the
 * visitor's network are removed too, because each load generator sets its own. Each response names its node in a header.
 */
export function siteSettings(
  delivered: string,
  { port, nodePorts, socket }: { port: number; nodePorts: number[]; socket: string },
): string {
  const lines = delivered.split('\n').flatMap((line) => {
    const number = Number(SERVER_LINE.exec(line)?.[1] ?? 0)
    if (number > nodePorts.length) return []
    if (number > 0) return line.replace(/10\.0\.0\.1\d:3000/, `127.0.0.1:${nodePorts[number - 1]}`)
    // `maxconn` is lowered, since each connection needs two file descriptors, and a test machine may allow fewer of them.
    if (line.trim().startsWith('maxconn')) return '  maxconn 4000'
    if (line === 'global') return [line, `  stats socket ${socket} level admin`]
    if (line.trim() === 'bind :80') return [`  bind 127.0.0.1:${port}`, '  http-response set-header X-Node %s']
    return /bind :443|deny deny_status 421|redirect location|X-Forwarded-(For|Proto)/.test(line) ? [] : line
  })
  const text = lines.join('\n')
  if (/10\.0\.0\.|:443\b|books\.example/.test(text)) throw new Error('Addresses in deploy/haproxy/haproxy.cfg were not replaced')
  return text
}

/** Returns HAProxy settings that route to the current primary, according to Patroni. */
export function databaseSettings(members: Member[], port: number): string {
  return `
listen primary
  mode tcp
  bind 127.0.0.1:${port}
  timeout client 1h
  timeout server 1h
  option dontlog-normal
  option httpchk GET /primary
  http-check expect status 200
  default-server inter 500ms fastinter 200ms fall 2 rise 1 on-marked-down shutdown-sessions
${members.map((member) => `  server ${member.name} 127.0.0.1:${member.port} check port ${member.restPort}`).join('\n')}
`
}
