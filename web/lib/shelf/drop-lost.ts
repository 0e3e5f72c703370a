import { toast } from '#web/lib/toast.ts'
import { listKept, removeKept, renewKept } from './kept-items.ts'
import type { KeptItem } from './kept-record.ts'

/** Removes what was kept as this browser's own and is not among what it owns; the rest may be opened for another while. */
export async function checkOwned(owned: string[]): Promise<void> {
  await renewKept(({ item }) => owned.includes(item.id))
  await dropLost((await listKept()).filter(({ item, isOwned }) => isOwned && !owned.includes(item.id)).map(({ item }) => item))
}

/** Removes what this browser may open no more, kept or begun, and says so. */
export async function dropLost(lost: { id: string }[]): Promise<void> {
  for (const kept of await listKept())
    if (lost.some(({ id }) => id === kept.item.id)) await drop(kept, 'it is no longer among what this browser owns')
}

export async function drop({ kind, item }: KeptItem, reason: string): Promise<void> {
  await removeKept(kind, item.id)
  toast(`“${item.title}” has left your shelf: ${reason}.`, { duration: 10_000 })
}
