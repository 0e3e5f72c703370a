import type { NextActionRequest, NextActionResponse } from '#contracts/access.ts'
import { ApiError } from '#web/lib/api.ts'

/** Asks for the next action. An id that the API does not take for one of its own is replaced, once. */
export async function askNextAction(
  question: Omit<NextActionRequest, 'clientId'>,
  {
    clientIds,
    ask,
  }: {
    clientIds: { get: () => Promise<string>; renew: () => Promise<string> }
    ask: (request: NextActionRequest) => Promise<NextActionResponse>
  },
): Promise<NextActionResponse> {
  try {
    return await ask({ ...question, clientId: await clientIds.get() })
  } catch (error) {
    if (!refusesClientId(error)) throw error
    return ask({ ...question, clientId: await clientIds.renew() })
  }
}

function refusesClientId(error: unknown): boolean {
  return error instanceof ApiError && error.problem.status === 400 && (error.problem.errors ?? []).some(({ field }) => field === 'clientId')
}

/** The address that an action sends the browser to. Throws when it is none that a link may lead to. */
export function addressOf(action: string, here: string): string {
  const address = new URL(action, here)
  if (!['https:', 'http:'].includes(address.protocol)) throw new Error(`Not an address to go to: ${action}`)
  return address.href
}
