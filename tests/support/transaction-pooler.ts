import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { chmod, writeFile } from 'node:fs/promises'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { Client } from 'pg'
import { freePort } from './free-port.ts'
import { makeTempFolder } from './temp-folder.ts'

const PGBOUNCER = process.env.PGBOUNCER_PATH ?? '/usr/sbin/pgbouncer'
export const hasPgBouncer = existsSync(PGBOUNCER)

type Mode = 'session' | 'transaction'
export type Pooler = { url: string; setMode: (mode: Mode, size?: number) => void; close: () => Promise<void> }
type Backend = { stream: Socket; client: Socket | undefined }

const READY = 'Z'.charCodeAt(0)
const IDLE = 'I'.charCodeAt(0)
const [START, SSL] = [196_608, 80_877_103]

/** Opens a pooler that works like PgBouncer: each transaction gets the most recently used idle database connection, or a new one. */
export async function openPooler(databaseUrl: string, { size = 10, mode = 'transaction' as Mode, port = 0 } = {}): Promise<Pooler> {
  let current = mode
  let limit = size
  const all: Backend[] = []
  const idle: Backend[] = []
  const waiting: (() => void)[] = []
  const sockets = new Set<Socket>()

  async function openBackend(): Promise<Backend> {
    const client = new Client({ connectionString: databaseUrl })
    client.on('error', () => undefined)
    const backend: Backend = { stream: (client as unknown as { connection: { stream: Socket } }).connection.stream, client: undefined }
    all.push(backend)
    await client.connect()
    backend.stream.removeAllListeners('data')
    let rest: Buffer = Buffer.alloc(0)
    backend.stream.on('data', (chunk: Buffer) => {
      // Messages from the database that belong to no response, such as notifications, are dropped while no client uses the database
      // connection.
      backend.client?.write(chunk)
      rest = Buffer.concat([rest, chunk])
      for (; rest.length >= 5 && rest.length > rest.readInt32BE(1); rest = rest.subarray(rest.readInt32BE(1) + 1))
        if (rest[0] === READY && rest[5] === IDLE && current === 'transaction') release(backend)
    })
    return backend
  }

  function release(backend: Backend) {
    if (!backend.client) return
    backend.client = undefined
    idle.push(backend)
    waiting.shift()?.()
  }

  async function obtain(): Promise<Backend> {
    while (idle.length === 0 && all.length >= limit) await new Promise<void>((resolve) => waiting.push(resolve))
    return idle.pop() ?? openBackend()
  }

  async function serve(socket: Socket) {
    let queue = Promise.resolve()
    let started = false
    const own = () => all.find(({ client }) => client === socket)
    socket.on('data', (chunk: Buffer) => {
      if (started) {
        queue = queue.then(async () => {
          let backend = own()
          if (!backend) {
            backend = await obtain()
            backend.client = socket
          }
          backend.stream.write(chunk)
        })
        // The pooler disconnects its client if it can't reach the database.
        queue.catch(() => socket.destroy())
        return
      }
      const kind = chunk.readInt32BE(4)
      if (kind === SSL) return void socket.write('N')
      if (kind !== START) return void socket.destroy()
      started = true
      // The response to a client's startup reports successful authentication, a dummy cancellation key, and an idle connection.
      socket.write(Buffer.from([...bytes('R', 8, 0), ...bytes('K', 12, 1, 1), READY, 0, 0, 0, 5, IDLE]))
    })
    socket.once('close', () => {
      const backend = own()
      if (!backend) return
      // The database connection is discarded, because its client disconnected within a transaction.
      all.splice(all.indexOf(backend), 1)
      backend.stream.destroy()
    })
  }

  const server = createServer((socket) => {
    sockets.add(socket)
    socket.on('error', () => undefined)
    void serve(socket)
  })
  server.listen(port, '127.0.0.1')
  await once(server, 'listening')
  const url = new URL(databaseUrl)
  url.port = String((server.address() as AddressInfo).port)
  return {
    url: url.href,
    setMode: (next, nextSize = limit) => {
      current = next
      limit = nextSize
      if (next === 'transaction') for (const backend of all) release(backend)
    },
    close: async () => {
      for (const socket of sockets) socket.destroy()
      for (const { stream } of all) stream.destroy()
      server.close()
      await once(server, 'close')
    },
  }
}

function bytes(type: string, ...numbers: number[]) {
  const buffer = Buffer.alloc(1 + 4 * numbers.length)
  buffer.write(type)
  for (const [index, number] of numbers.entries()) buffer.writeInt32BE(number, 1 + 4 * index)
  return buffer
}

/** Starts a real PgBouncer from the Debian package. */
export async function startPgBouncer(databaseUrl: string, { size = 10, mode = 'transaction' as Mode } = {}): Promise<Pooler> {
  const { hostname, port, username, password, pathname } = new URL(databaseUrl)
  const [folder, listen] = [await makeTempFolder(), await freePort()]
  const settings = join(folder, 'pgbouncer.ini')
  const database = `host=${hostname} port=${port} user=${username} password=${decodeURIComponent(password)} dbname=${pathname.slice(1)}`
  const write = async (poolMode: Mode) =>
    writeFile(
      settings,
      `[databases]\n${pathname.slice(1)} = ${database}\n[pgbouncer]\nlisten_addr = 127.0.0.1\nlisten_port = ${listen}\nunix_socket_dir =\nauth_type = any\npool_mode = ${poolMode}\ndefault_pool_size = ${size}\n`,
    )
  await write(mode)
  await chmod(settings, 0o644)
  const child = spawn(PGBOUNCER, [...(process.getuid?.() === 0 ? ['-u', 'nobody'] : []), settings], { stdio: 'ignore' })
  for (let tries = 0; tries < 100 && !(await answers(listen)); tries++) await delay(50)
  const url = Object.assign(new URL(databaseUrl), { port: String(listen) })
  return {
    url: url.href,
    setMode: (next) => void write(next).then(() => child.kill('SIGHUP')),
    close: async () => {
      child.kill('SIGTERM')
      await once(child, 'exit')
    },
  }
}

function answers(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1')
    socket.once('connect', () => resolve(true)).once('error', () => resolve(false))
    socket.once('connect', () => socket.destroy())
  })
}
