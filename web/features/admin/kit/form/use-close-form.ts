import { useLocation, useNavigate } from 'react-router'
import { RETURNED } from '#web/lib/history/overlay-history.ts'

/** The link that opens the form of a new item: its id, and its history state */
export const ADD_LINK_ID = 'add'
export const FROM_LIST = { fromList: true }

/** Returns from a form to the list behind it, with its search and scroll position. Back then leaves the list that the form was opened from. */
export function useCloseForm(list: string): () => void {
  const navigate = useNavigate()
  const state = useLocation().state as typeof FROM_LIST | null
  return () => navigate(list, { replace: true, preventScrollReset: true, state: state?.fromList ? RETURNED : null })
}
