import { closeAll, countKept, openConnections, type Target } from '../connections.ts'

/** Opens connections and says nothing on them while `during` goes on. */
export async function keepSilent(
  target: Target,
  { connections = 5000, from }: { connections?: number; from?: string } = {},
  during: () => Promise<void> = async () => undefined,
): Promise<{ opened: number; kept: number }> {
  const sockets = await openConnections(target, connections, from ? { from } : {})
  await during()
  const kept = await countKept(sockets)
  closeAll(sockets)
  return { opened: sockets.length, kept }
}
