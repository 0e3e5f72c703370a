import { useLocation, useNavigate } from 'react-router'

/** The link that opens the form of a new item. */
export const ADD_LINK_ID = 'add'

type State = { fromList: true }

/** The state of a link that opens a form over the list it stands on. */
export const FROM_LIST: State = { fromList: true }

/**
 * Leads from a form back to the list behind it. The step back in the history, where that is the list, finds its search and its scroll;
 * somebody who came by the form's own address has no such step.
 */
export function useCloseForm(list: string): () => void {
  const navigate = useNavigate()
  const state = useLocation().state as State | null
  return () => {
    if (state?.fromList) navigate(-1)
    else navigate(list, { replace: true, preventScrollReset: true })
  }
}
