import { useEffect, useEffectEvent, useState } from 'react'
import { useBackCloses } from '#web/lib/history/overlay-history.ts'

/** Number of page turns after which a jump is forgotten, since the visitor is reading on. The Back button then closes the book again. */
const PAGES_TURNED = 4

export type Jumps = ReturnType<typeof useJumpBack>

/**
 * Follows links to other pages and returns from them, by the phone's Back button or by `jumpBack`, which is undefined if no link was
 * followed. `noteJump` records a jump to another kind of target, with the function that returns from it.
 */
export function useJumpBack(page: number, onPage: (page: number) => void) {
  const [jump, setJump] = useState<{ goBack: () => void; turned: number }>()
  const forgetJump = () => setJump(undefined)
  const noteJump = (goBack: () => void) => setJump({ goBack, turned: 0 })
  function followLink(target: number) {
    if (target === page) return
    noteJump(() => onPage(page))
    onPage(target)
  }
  const jumpBack =
    jump &&
    (() => {
      forgetJump()
      jump.goBack()
    })

  const countTurned = useEffectEvent(() => jump && setJump(jump.turned < PAGES_TURNED ? { ...jump, turned: jump.turned + 1 } : undefined))
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs when the page is turned
  useEffect(() => countTurned(), [page])
  useBackCloses(jump !== undefined, () => jumpBack?.())
  return { followLink, noteJump, jumpBack, forgetJump }
}
