/** Sends JSON as a visitor of the given network. The server must trust `X-Forwarded-For` from this machine (`TRUST_PROXY=loopback`). */
export function postFrom(network: string, url: string, body: unknown, headers: Record<string, string> = {}): Promise<Response> {
  return fetch(url, {
    method: 'POST',
    body: JSON.stringify(body),
    headers: { 'content-type': 'application/json', 'x-forwarded-for': network, ...headers },
  })
}

/** Generates `count` networks with one IP address each. */
export function distinctNetworks(count: number, from = 0): string[] {
  return Array.from({ length: count }, (_, at) => from + at).map((at) => `10.${(at >> 16) & 255}.${(at >> 8) & 255}.${at & 255}`)
}

/** Runs the tasks with limited concurrency. Returns the number of tasks for each result, such as a status code. */
export async function tally(tasks: (() => Promise<number>)[], atOnce: number): Promise<Record<number, number>> {
  const outcomes: Record<number, number> = {}
  const waiting = tasks.values()
  const work = async () => {
    for (const task of waiting) {
      const outcome = await task()
      outcomes[outcome] = (outcomes[outcome] ?? 0) + 1
    }
  }
  await Promise.all(Array.from({ length: atOnce }, work))
  return outcomes
}
