import { useEffect, useEffectEvent, useState } from 'react'
import { useBackCloses } from '#web/lib/history/overlay-history.ts'

/** A reader who has turned so many pages since a jump reads on there, and Back closes the book again. */
const PAGES_TURNED = 4

export type Jumps = ReturnType<typeof useJumpBack>

/**
 * Follows links to other pages, and leads back to them, by the phone's Back and by `jumpBack`, which is undefined when none was followed.
 * `noteJump` is for links that lead elsewhere than to a page: it takes what leads back.
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
