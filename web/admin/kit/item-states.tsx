import type { ItemState } from '#contracts/catalogue/item-state.ts'
import { formatShopMinute } from '#web/admin/kit/dates.ts'
import { useShopTime } from '#web/lib/shop-time.ts'
import { Badge, type BadgeTone } from '#web/ui/badge.tsx'

type Look = { label: string; tone: BadgeTone }

const LOOKS: Record<ItemState, Look> = {
  draft: { label: 'Draft', tone: 'neutral' },
  scheduled: { label: 'Scheduled', tone: 'pending' },
  published: { label: 'Published', tone: 'success' },
  hidden: { label: 'Hidden', tone: 'neutral' },
  withdrawn: { label: 'Withdrawn', tone: 'danger-outline' },
}

/** Labels and explanations of the item states in forms. */
export const STATE_CHOICES: Record<ItemState, { label: string; hint: string; save: string }> = {
  published: { label: 'Published', hint: 'Everyone sees it on the site.', save: 'Publish' },
  draft: { label: 'Draft', hint: 'Only administrators see it.', save: 'Save as draft' },
  scheduled: { label: 'Scheduled', hint: 'It appears on the site automatically at the time below.', save: 'Schedule' },
  hidden: { label: 'Hidden', hint: 'It is in no list. Anyone with the link can open and buy it.', save: 'Save as hidden' },
  withdrawn: { label: 'Withdrawn', hint: 'It is no longer on the site. Buyers keep it.', save: 'Withdraw' },
}

/** Item states as options of a select element. */
export const STATE_OPTIONS = Object.entries(STATE_CHOICES).map(([state, { label }]) => [state, label] as const)

/** List filter by item state. */
export const STATE_FILTER = {
  name: 'state',
  label: 'Status',
  all: 'All statuses',
  options: [...Object.entries(LOOKS).map(([state, { label }]) => [state, label] as const), ['bin', 'Bin'] as const],
}

/** Badge with the state of an item in a list; published items have no badge. */
export function ItemStateBadge({ state, publishAt, deletedAt }: { state: ItemState; publishAt: string | null; deletedAt: string | null }) {
  const { zone } = useShopTime()
  if (deletedAt) return <Badge tone="danger-outline">In the bin</Badge>
  if (state === 'published') return null
  const { label, tone } = LOOKS[state]
  return (
    <Badge tone={tone}>
      {label}
      {publishAt && ` for ${formatShopMinute(publishAt, zone)}`}
    </Badge>
  )
}
