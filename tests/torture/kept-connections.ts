import { Agent, request } from 'node:http'

/** What became of the requests of some clients. A connection that is refused is none: whoever asks goes elsewhere. */
export type LoadReport = { answered: number; failed: string[]; drainingSeen: number; busySeen: number }

/**
 * Clients that ask again as soon as they are answered, each on one connection for as long as it is kept, until connections are
 * refused or the load is ended. Every request that was begun on a connection must be answered.
 */
export function loadByKeptConnections(url: string, { clients, paths }: { clients: number; paths: (() => string)[] }) {
  const report: LoadReport = { answered: 0, failed: [], drainingSeen: 0, busySeen: 0 }
  const ending = new AbortController()
  const running = Array.from({ length: clients }, (_, client) => askAgain(client))

  async function askAgain(client: number) {
    const agent = new Agent({ keepAlive: true, maxSockets: 1 })
    for (let turn = client; !ending.signal.aborted; turn++) {
      const path = paths[turn % paths.length]?.() ?? '/'
      const outcome = await ask(agent, url + path)
      if (outcome === 'refused') break
      if (outcome === 'busy') report.busySeen++
      // Readiness says no on purpose.
      else if (outcome === 503 && path === '/api/health') report.drainingSeen++
      else if (typeof outcome === 'string' || outcome >= 500) report.failed.push(`${path}: ${outcome}`)
      else report.answered++
    }
    agent.destroy()
  }

  return {
    /** What came of it so far */
    report,
    end: async (): Promise<LoadReport> => {
      ending.abort()
      await Promise.all(running)
      return report
    },
  }
}

/** The status of a whole answer, or what went wrong. */
function ask(agent: Agent, url: string): Promise<number | string> {
  return new Promise((resolve) => {
    let isConnected = false
    const asking = request(url, { agent }, (response) => {
      response.on('error', (error) => resolve(`cut: ${error.message}`))
      // A machine that has too much else to do; an app that stops says nothing of coming back.
      const isBusy = response.statusCode === 503 && response.headers['retry-after'] !== undefined
      response.on('end', () => resolve(isBusy ? 'busy' : (response.statusCode ?? 0)))
      response.resume()
    })
    asking.on('socket', (socket) => {
      isConnected = !socket.connecting
      if (!isConnected)
        socket.once('connect', () => {
          isConnected = true
        })
    })
    asking.on('error', (error) => resolve(isConnected ? error.message : 'refused'))
    asking.end()
  })
}
