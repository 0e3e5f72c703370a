import type { Location } from 'react-router'

/** The history state of the pages for signing in. */
export type SignInState = {
  /** The page to return to */
  page?: string
  /** Who is about to sign in */
  email?: string
  /** They have just set a new password */
  changed?: boolean
} | null

/** The state with which the sign-in page returns to this page. */
export function rememberPage({ pathname, search, hash }: Location): SignInState {
  return { page: `${pathname}${search}${hash}` }
}

/** The page to return to; undefined when the sign-in page was opened directly. */
export function pageBeforeSignIn(state: SignInState): string | undefined {
  return state?.page
}
