import { MAX_QUEUED } from '#contracts/admin/retention.ts'
import type { Podcast } from '#contracts/catalogue/podcast.ts'
import { createStoredValue } from '#web/lib/storage/local-storage.ts'
import { parseList } from '#web/lib/storage/parse-list.ts'

const stored = createStoredValue('listeningQueue')

/** Parses the stored queue of episodes, in the order in which they play. */
export function parseQueue(text: string | null): Podcast[] {
  return parseList<Podcast>(
    text,
    ({ id, slug, title, host, duration, audioUrl, cover }) =>
      [id, slug, title, host, duration, audioUrl].every((value) => typeof value === 'string') && Array.isArray(cover?.sources),
  )
}

export const readQueue = () => parseQueue(stored.read())
/** Returns the queue, also when another tab changes it. */
export const useQueue = () => parseQueue(stored.useValue())

/** The queue is stored without the descriptions, most of its text. An empty one is not stored. */
function write(queue: Podcast[]): void {
  stored.write(queue.length > 0 ? JSON.stringify(queue.map((episode) => ({ ...episode, description: '' }))) : null)
}

/** Adds an episode as the next or the last one; one that is in the queue moves. Returns false if the queue is full. */
export function enqueue(episode: Podcast, place: 'next' | 'last'): boolean {
  const others = readQueue().filter(({ id }) => id !== episode.id)
  if (others.length >= MAX_QUEUED) return false
  write(place === 'next' ? [episode, ...others] : [...others, episode])
  return true
}

/** Removes an episode. Returns a function that puts it back where it was. */
export function dequeue(id: string): () => void {
  const queue = readQueue()
  const index = queue.findIndex((each) => each.id === id)
  const episode = queue[index]
  if (!episode) return () => {}
  write(without(queue, id))
  return () => write(insert(without(readQueue(), id), index, episode))
}

/** Returns a queue in which an episode is at another index. */
export function moved(queue: Podcast[], id: string, index: number): Podcast[] {
  const episode = queue.find((each) => each.id === id)
  return episode ? insert(without(queue, id), index, episode) : queue
}

/** Moves an episode to an index of the queue. */
export const moveInQueue = (id: string, index: number) => write(moved(readQueue(), id, index))

const without = (queue: Podcast[], id: string) => queue.filter((each) => each.id !== id)
const insert = (queue: Podcast[], index: number, episode: Podcast) => [...queue.slice(0, index), episode, ...queue.slice(index)]
