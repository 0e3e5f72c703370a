import { createStore } from './store.ts'

const modals = createStore<readonly HTMLDialogElement[]>([])

/** Returns the topmost open modal dialog. Everything outside the dialog is inert and covered. */
export const topModal = () => modals.get().at(-1)
export const useTopModal = () => modals.useValue((open) => open.at(-1))

/** Returns the element in which toasts are visible and read aloud: the open dialog, or the full-screen part of the dialog. */
export const noticePlace = (modal: Element | undefined, full: Element | null | undefined) => (full && modal?.contains(full) ? full : modal)

/** Registers an open dialog until the returned function is called. */
export function addModal(dialog: HTMLDialogElement): () => void {
  setModals([...modals.get(), dialog])
  return () => setModals(modals.get().filter((open) => open !== dialog))
}

/** The page below does not scroll while a dialog is open. A margin replaces its scrollbar, so that nothing shifts. */
function setModals(open: readonly HTMLDialogElement[]) {
  const wasOpen = topModal() !== undefined
  modals.set(open)
  if (wasOpen === open.length > 0) return
  const { documentElement, body } = document
  body.style.marginRight = wasOpen ? '' : `${innerWidth - documentElement.clientWidth}px`
  documentElement.style.overflow = wasOpen ? '' : 'hidden'
}
