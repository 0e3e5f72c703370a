import { postFrom, tally } from './post-from.ts'

/** So many try to sign in at once, each to another account, until as many tries were made. Answers how many had each status. */
export function floodSignIns(
  { url }: { url: string; pid?: number | undefined },
  { networks, tries, atOnce }: { networks: string[]; tries: number; atOnce: number },
): Promise<Record<number, number>> {
  const tasks = Array.from({ length: tries }, (_, at) => async () => {
    const credentials = { email: `nobody${at}@example.com`, password: 'guess' }
    const response = await postFrom(networks[at % networks.length] ?? '', `${url}/api/login`, credentials)
    await response.arrayBuffer()
    return response.status
  })
  return tally(tasks, atOnce)
}
