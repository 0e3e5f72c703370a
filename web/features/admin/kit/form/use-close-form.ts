import { useLocation, useNavigate } from 'react-router'

/** The link that opens the form of a new item: its id, and its history state */
export const ADD_LINK_ID = 'add'
export const FROM_LIST = { fromList: true }

/**
 * Returns from a form to the list behind it: by a step back in the history, which restores search and scroll, unless the form was
 * opened by its own URL.
 */
export function useCloseForm(list: string): () => void {
  const navigate = useNavigate()
  const state = useLocation().state as typeof FROM_LIST | null
  return () => {
    if (state?.fromList) navigate(-1)
    else navigate(list, { replace: true, preventScrollReset: true })
  }
}
