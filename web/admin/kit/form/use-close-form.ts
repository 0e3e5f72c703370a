import { useLocation, useNavigate } from 'react-router'
import { RETURNED } from '#web/lib/history/overlay-history.ts'

/** Id of the link that opens the form for a new item, and the history state that the link sets. */
export const ADD_LINK_ID = 'add'
export const FROM_LIST = { fromList: true }

/**
 * Returns navigation options for returning from a form to its list: the list replaces the form's history entry and restores its scroll
 * position. Back then leaves the list, skipping the entry from which the form was opened.
 */
export function useReturnToList() {
  const state = useLocation().state as typeof FROM_LIST | null
  return { replace: true, preventScrollReset: true, state: state?.fromList ? RETURNED : null }
}

export function useCloseForm(list: string): () => void {
  const navigate = useNavigate()
  const options = useReturnToList()
  return () => navigate(list, options)
}
