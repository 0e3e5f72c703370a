import { useEffect, useEffectEvent, useState } from 'react'
import { useBackCloses } from '#web/lib/history/overlay-history.ts'

/** A reader who has turned so many pages since a jump reads on there, and Back closes the book again. */
const PAGES_TURNED = 4

/**
 * Leads back to a link that was followed, by the phone's Back and by `jumpBack`, which is undefined when none was. `noteJump` is called
 * before a link is followed, with what leads back to it, or else to its page.
 */
export function useJumpBack(page: number, onPage: (page: number) => void) {
  const [jump, setJump] = useState<{ goBack: () => void; turned: number }>()
  const forgetJump = () => setJump(undefined)
  const noteJump = (goBack = () => onPage(page)) => setJump({ goBack, turned: 0 })
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
  return { jumpBack, noteJump, forgetJump }
}
