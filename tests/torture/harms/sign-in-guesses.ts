import { postFrom, tally } from './post-from.ts'

export type SignInGuesses = {
  /** How many guesses had each status */
  statuses: Record<number, number>
  /** Right tries of the owner meanwhile, and how many of them were let in */
  owner: { tries: number; letIn: number }
}

/** Each network guesses at one account again and again, as many at once, while its owner signs in. */
export async function guessSignIns(
  { url }: { url: string; pid?: number | undefined },
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
    /** A right try of the owner; answers its status */
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

/** Signs in from the network as a browser that holds the cookie, if any. Answers the status and the cookie that it holds then. */
export async function signInFrom(
  url: string,
  { network, cookie, ...credentials }: { network: string; cookie?: string | undefined; email: string; password: string },
): Promise<{ status: number; cookie: string | undefined }> {
  const response = await postFrom(network, `${url}/api/login`, credentials, cookie ? { cookie } : {})
  await response.arrayBuffer()
  return { status: response.status, cookie: response.headers.getSetCookie()[0]?.split(';', 1)[0] ?? cookie }
}
