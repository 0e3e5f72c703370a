import { once } from 'node:events'
import { readFile, writeFile } from 'node:fs/promises'
import { connect } from 'node:net'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { databaseSettings, siteSettings } from './balancer-settings.ts'
import type { Member } from './patroni-settings.ts'
import { cacheLists, type Plant } from './plants.ts'
import { startProcess } from './start-process.ts'
import { waitUntil } from './wait-until.ts'

const DELIVERED = join(import.meta.dirname, '../../deploy/haproxy/haproxy.cfg')
const START_MS = 10_000

/** Starts HAProxy in front of the nodes and the database; nodes may start later. */
export async function startBalancer(
  folder: string,
  {
    site,
    nodePorts,
    members,
    databasePort,
    plant,
  }: { site: number; nodePorts: number[]; members: Member[]; databasePort: number; plant: Plant | undefined },
) {
  const [file, socket] = [join(folder, 'haproxy.cfg'), join(folder, 'haproxy.sock')]
  const delivered = await readFile(DELIVERED, 'utf8')
  const settings = siteSettings(delivered, { port: site, nodePorts, socket })
  await writeFile(file, (plant === 'stale-catalogue' ? cacheLists(settings) : settings) + databaseSettings(members, databasePort))
  const haproxy = await startProcess(['haproxy', '-db', '-f', file], { log: join(folder, 'haproxy.log') })

  /** Sends a command to HAProxy's runtime API. */
  async function command(line: string): Promise<string> {
    const connection = connect(socket)
    await once(connection, 'connect')
    connection.end(`${line}\n`)
    return text(connection)
  }

  const isAnswering = async () => {
    haproxy.assertRunning()
    return (await command('show info')).includes('Uptime')
  }
  await waitUntil('HAProxy responds', isAnswering, { limitMs: START_MS })
  return {
    pid: haproxy.pid,
    stop: haproxy.stop,
    /** Returns whether HAProxy sends requests to a node */
    isUp: async (number: number): Promise<boolean> =>
      (await command('show stat')).split('\n').some((line) => line.startsWith(`nodes,node-${number},`) && line.includes(',UP,')),
    /** Adds a node to HAProxy's rotation or removes it. */
    setUse: async (number: number, used: boolean): Promise<void> => {
      for (const backend of ['nodes', 'scripts', 'unready'])
        await command(`set server ${backend}/node-${number} state ${used ? 'ready' : 'maint'}`)
    },
  }
}
