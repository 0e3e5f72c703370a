import type { Location } from 'react-router'

type State = { page: string }

/** What the sign-in page is told in its history entry, so that it leads back to where somebody was or wanted to go. */
export function rememberPage({ pathname, search, hash }: Location): State {
  return { page: `${pathname}${search}${hash}` }
}

/** The page to lead back to; undefined for whoever came to the sign-in page of their own accord. */
export function pageBeforeSignIn(state: State | null): string | undefined {
  return state?.page
}
