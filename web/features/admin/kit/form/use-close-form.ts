import { useLocation, useNavigate } from 'react-router'

export const ADD_LINK_ID = 'add'

type State = { fromList: true }

export const FROM_LIST: State = { fromList: true }

/**
 * Returns from a form to the list behind it: by a step back in the history, which restores search and scroll, unless the form was
 * opened by its own URL.
 */
export function useCloseForm(list: string): () => void {
  const navigate = useNavigate()
  const state = useLocation().state as State | null
  return () => {
    if (state?.fromList) navigate(-1)
    else navigate(list, { replace: true, preventScrollReset: true })
  }
}
