import { Agent, request } from 'node:http'

/** Outcomes of all requests. A refused connection does not count, because a load balancer would choose another instance. */
export type LoadReport = { answered: number; failed: string[]; drainingSeen: number; busySeen: number }

/**
 * Starts clients that each send requests sequentially on a keep-alive connection, until connections are refused or the load is stopped.
 * Every request sent on a connection must get a response.
 */
export function startKeepAliveLoad(url: string, { clients, paths }: { clients: number; paths: (() => string)[] }) {
  const report: LoadReport = { answered: 0, failed: [], drainingSeen: 0, busySeen: 0 }
  const ending = new AbortController()
  const running = Array.from({ length: clients }, (_, client) => sendRequests(client))

  async function sendRequests(client: number) {
    const agent = new Agent({ keepAlive: true, maxSockets: 1 })
    for (let turn = client; !ending.signal.aborted; turn++) {
      const path = paths[turn % paths.length]?.() ?? '/'
      const outcome = await ask(agent, url + path)
      if (outcome === 'refused') break
      if (outcome === 'busy') report.busySeen++
      // A health check that fails with 503 is expected while the server stops.
      else if (outcome === 503 && path === '/api/health') report.drainingSeen++
      else if (typeof outcome === 'string' || outcome >= 500) report.failed.push(`${path}: ${outcome}`)
      else report.answered++
    }
    agent.destroy()
  }

  return {
    /** Outcomes of the requests so far */
    report,
    end: async (): Promise<LoadReport> => {
      ending.abort()
      await Promise.all(running)
      return report
    },
  }
}

/** Returns the status of a complete response, or a description of the failure. */
function ask(agent: Agent, url: string): Promise<number | string> {
  return new Promise((resolve) => {
    let isConnected = false
    const asking = request(url, { agent }, (response) => {
      response.on('error', (error) => resolve(`cut: ${error.message}`))
      // A 503 with Retry-After means overload: an instance that is stopping sends no Retry-After.
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
