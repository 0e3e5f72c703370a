import { randomBytes, randomInt } from 'node:crypto'
import { PURCHASE_CODE_DIGITS, PURCHASE_CODE_TRIES } from '#contracts/purchase-code.ts'
import { postFrom, tally } from './post-from.ts'

export type CodeGuesses = {
  /** Codes that were asked for, by the status of the answer */
  asked: Record<number, number>
  /** Guesses, by the status of the answer: 200 is a purchase that was stolen */
  guessed: Record<number, number>
}

/** Each network asks for codes for one e-mail address in ever new browsers, and guesses at each more often than may be. */
export async function guessCodes(
  { url }: { url: string; pid?: number | undefined },
  { email, networks, rounds, atOnce }: { email: string; networks: string[]; rounds: number; atOnce: number },
): Promise<CodeGuesses> {
  const guessed: Record<number, number> = {}
  const tasks = Array.from({ length: rounds }, () => networks)
    .flat()
    .map((network) => async () => {
      const clientId = newClientId()
      const status = await askForCode(url, { email, clientId, network })
      for (let guess = 0; status === 204 && guess < PURCHASE_CODE_TRIES + 2; guess++) {
        const code = String(randomInt(10 ** PURCHASE_CODE_DIGITS)).padStart(PURCHASE_CODE_DIGITS, '0')
        const response = await postFrom(network, `${url}/api/purchases`, { email, clientId, code })
        await response.arrayBuffer()
        guessed[response.status] = (guessed[response.status] ?? 0) + 1
      }
      return status
    })
  return { asked: await tally(tasks, atOnce), guessed }
}

/** From few networks: client ids and codes, each for another browser and another address. Answers how many had each status. */
export async function floodCodes(
  { url }: { url: string; pid?: number | undefined },
  { networks, requests, atOnce }: { networks: string[]; requests: number; atOnce: number },
): Promise<{ clientIds: Record<number, number>; codes: Record<number, number> }> {
  const network = (at: number) => networks[at % networks.length] ?? ''
  const times = (task: (at: number) => Promise<number>) => Array.from({ length: requests }, (_, at) => () => task(at))
  const clientIds = times(async (at) => {
    const response = await postFrom(network(at), `${url}/api/get-client-id`, {})
    await response.arrayBuffer()
    return response.status
  })
  const codes = times((at) => askForCode(url, { email: `nobody${at}@example.com`, clientId: newClientId(), network: network(at) }))
  return { clientIds: await tally(clientIds, atOnce), codes: await tally(codes, atOnce) }
}

export const newClientId = () => randomBytes(24).toString('base64url')

export async function askForCode(
  url: string,
  { network, ...request }: { email: string; clientId: string; network: string },
): Promise<number> {
  const response = await postFrom(network, `${url}/api/purchases/codes`, request)
  await response.arrayBuffer()
  return response.status
}
