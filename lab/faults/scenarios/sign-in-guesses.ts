import type { Scenario } from '../scenario.ts'
import { distinctNetworks, postFrom, tally } from './post-from.ts'

/** Number of guessing networks from which the owner signs in too, so that the higher limit of known networks applies to guesses. */
const KNOWN_NETWORKS = 18

/**
 * Fault scenario: networks guess a password without a pause while the owner signs in, in a new browser at home and in a known browser on
 * the guessing networks.
 */
export const signInGuesses: Scenario = {
  number: 7,
  name: 'guessed passwords',
  maxReaderSlowdown: 2,
  maxGrowthMegabytes: 50,
  rounds: 2,
  settings: { TRUST_PROXY: 'loopback' },
  run: async ({ url, credentials }, { long, round }) => {
    const networks = distinctNetworks(long ? 1000 : 100, 1000 * round)
    const home = `41.78.${round}.1`
    const { cookie } = await signInFrom(url, { ...credentials, network: home })
    const { statuses, owner } = await guessSignIns(
      { url },
      {
        email: credentials.email,
        networks,
        rounds: 10,
        atOnce: 8,
        ownerTries: 2 * KNOWN_NETWORKS,
        signIn: async (at) => {
          const from = at % 2 ? { network: networks[at % networks.length] ?? '', cookie } : { network: home }
          return (await signInFrom(url, { ...credentials, ...from })).status
        },
      },
    )
    return [
      { name: 'sign-ins of the owner', value: owner.tries },
      { name: 'of these successful', value: owner.letIn, atLeast: owner.tries },
      { name: 'guesses checked', value: statuses[401] ?? 0, atMost: 100 + 3 * networks.length + 10 * KNOWN_NETWORKS },
    ]
  },
}

export type SignInGuesses = {
  /** Number of guesses by status */
  statuses: Record<number, number>
  /** Number of correct attempts of the owner during the guesses, and how many of them succeeded */
  owner: { tries: number; letIn: number }
}

/** Guesses the password of one account from each network repeatedly and concurrently, while the owner signs in. */
export async function guessSignIns(
  { url }: { url: string; pid?: number },
  {
    email,
    networks,
    rounds,
    atOnce,
    signIn,
    ownerTries,
  }: {
    email: string
    networks: string[]
    rounds: number
    atOnce: number
    /** Makes a correct attempt of the owner and returns its status */
    signIn: (at: number) => Promise<number>
    ownerTries: number
  },
): Promise<SignInGuesses> {
  const guesses = Array.from({ length: rounds }, () => networks)
    .flat()
    .map((network, at) => async () => {
      const response = await postFrom(network, `${url}/api/login`, { email, password: `guess ${at}` })
      await response.arrayBuffer()
      return response.status
    })
  const owner = { tries: 0, letIn: 0 }
  const guessing = tally(guesses, atOnce)
  while (owner.tries < ownerTries) {
    if ((await signIn(owner.tries++)) === 200) owner.letIn += 1
  }
  return { statuses: await guessing, owner }
}

/** Signs in from the network, with the browser's cookie if it has one. Returns the status and the browser's cookie afterwards. */
export async function signInFrom(
  url: string,
  { network, cookie, ...credentials }: { network: string; cookie?: string; email: string; password: string },
): Promise<{ status: number; cookie: string | undefined }> {
  const response = await postFrom(network, `${url}/api/login`, credentials, cookie ? { cookie } : {})
  await response.arrayBuffer()
  return { status: response.status, cookie: response.headers.getSetCookie()[0]?.split(';', 1)[0] ?? cookie }
}
