import ArchiveRestore from 'lucide-react/icons/archive-restore'
import { adminApi } from '#web/admin/kit/api.ts'
import type { Resource } from '#web/admin/kit/resource.ts'
import { useAdminAction } from '#web/admin/kit/use-admin-action.ts'
import { toast } from '#web/lib/toast.ts'

/** Button that restores an item from the bin. An item that is no longer in the bin is removed from the list, with a message. */
export function RestoreButton<Item extends { id: string }>({
  resource: { statesPath, singular, nameOf },
  item,
  className,
  onRestored,
}: {
  resource: Resource<Item>
  item: Item
  className: string
  onRestored: () => void
}) {
  const name = nameOf(item)
  const { busy, run } = useAdminAction(
    async () => {
      await adminApi.call(`${statesPath}/${encodeURIComponent(item.id)}/restore`, { method: 'POST' })
      toast.success(`“${name}” was restored.`)
      onRestored()
    },
    `Failed to restore ${singular}`,
    {
      onGone: () => {
        toast(`“${name}” is no longer in the bin.`)
        onRestored()
      },
    },
  )
  return (
    <button
      type="button"
      disabled={busy}
      aria-busy={busy || undefined}
      onClick={() => void run()}
      aria-label={`Restore ${name}`}
      title="Restore"
      className={className}
    >
      <ArchiveRestore aria-hidden className="size-5" />
    </button>
  )
}
