import { closeAll, countOpenConnections, openConnections, type Target } from '../connections.ts'

/** Opens connections and sends nothing on them until `during` has ended. */
export async function holdSilentConnections(
  target: Target,
  { connections = 5000, from }: { connections?: number; from?: string } = {},
  during: () => Promise<void> = async () => undefined,
): Promise<{ opened: number; kept: number }> {
  const sockets = await openConnections(target, connections, from ? { from } : {})
  await during()
  const kept = await countOpenConnections(sockets)
  closeAll(sockets)
  return { opened: sockets.length, kept }
}
