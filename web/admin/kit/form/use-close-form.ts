import { useLocation, useNavigate } from 'react-router'
import { RETURNED } from '#web/lib/history/overlay-history.ts'

/** Id and history state of the link that opens the form for a new item. */
export const ADD_LINK_ID = 'add'
export const FROM_LIST = { fromList: true }

/**
 * Returns how a form returns to its list: the list takes the form's place in the history, with its scroll position. Back then leaves the
 * list, skipping the entry from which the form was opened.
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
