import type { Location } from 'react-router'

/** What the pages in front of the admin area hand on to each other in their history entries. */
export type SignInState = {
  /** Where somebody was, or wanted to go */
  page?: string
  /** Who is about to sign in */
  email?: string
  /** They have just set a new password */
  changed?: boolean
} | null

/** What the sign-in page is told, so that it leads back to where somebody was or wanted to go. */
export function rememberPage({ pathname, search, hash }: Location): SignInState {
  return { page: `${pathname}${search}${hash}` }
}

/** The page to lead back to; undefined for whoever came to the sign-in page of their own accord. */
export function pageBeforeSignIn(state: SignInState): string | undefined {
  return state?.page
}
