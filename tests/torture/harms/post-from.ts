/** A JSON request as of a visitor from that network. The app has to believe `X-Forwarded-For` from here (`TRUST_PROXY=loopback`). */
export function postFrom(network: string, address: string, body: unknown, headers: Record<string, string> = {}): Promise<Response> {
  return fetch(address, {
    method: 'POST',
    body: JSON.stringify(body),
    headers: { 'content-type': 'application/json', 'x-forwarded-for': network, ...headers },
  })
}

/** As many networks, each an address of its own; other numbers give others. */
export function randomNetworks(count: number, from = 0): string[] {
  return Array.from({ length: count }, (_, at) => from + at).map((at) => `10.${(at >> 16) & 255}.${(at >> 8) & 255}.${at & 255}`)
}

/** Does each of the tasks, as many at a time, and answers how often each outcome came. */
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
