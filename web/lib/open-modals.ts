import { createStore } from './store.ts'

const modals = createStore<readonly HTMLDialogElement[]>([])

/** The topmost open modal dialog. Everything outside it is inert and covered. */
export const topModal = () => modals.get().at(-1)
export const useTopModal = () => modals.useValue((open) => open.at(-1))

/** Registers an open dialog until the returned function is called. The page below does not scroll while a dialog is open. */
export function addModal(dialog: HTMLDialogElement): () => void {
  modals.set([...modals.get(), dialog])
  stopScrolling()
  return () => {
    modals.set(modals.get().filter((open) => open !== dialog))
    stopScrolling()
  }
}

function stopScrolling() {
  const { documentElement, body } = document
  const isOpen = topModal() !== undefined
  // The margin replaces the scrollbar, so that nothing shifts.
  if (isOpen && !documentElement.style.overflow) body.style.marginRight = `${innerWidth - documentElement.clientWidth}px`
  if (!isOpen) body.style.marginRight = ''
  documentElement.style.overflow = isOpen ? 'hidden' : ''
}
