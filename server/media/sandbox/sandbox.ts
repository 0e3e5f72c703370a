import type { ChildProcess } from 'node:child_process'
import { totalmem } from 'node:os'
import pLimit from 'p-limit'
import { retryInterrupted } from '#server/media/file-errors.ts'
import type { SharePictureTask } from '#server/media/image/share-picture.ts'
import { createImageSandboxes } from './image-sandboxes.ts'
import type { SandboxResult, SandboxTask } from './sandbox-message.ts'
import { runInSandbox, runTask, startSandbox } from './sandbox-process.ts'

const WORK_MS = 5_000
/** Limit of processor time for a share image, which takes 0.3 s, or a few seconds with a very long title. */
const DRAWING_MS = 20_000
/** Allowed ratio of elapsed time to processor time for background tasks: a process with idle priority may wait long for a processor. */
const BACKGROUND_WALL_TIME_FACTOR = 100
const MB = 1024 * 1024
/** Highest memory limit of a sandbox process. A photo of 40 million pixels in AVIF takes 0.8 GB, a scanned book of 500 MB takes 1.2 GB. */
const MAX_BYTES = 1536 * MB
/** Lowest memory limit of a sandbox process, which is enough for ordinary files. */
const MIN_BYTES = 512 * MB
/** Minimum memory of a machine that opens two files concurrently. */
const TWO_AT_ONCE_BYTES = 6 * 1024 * MB

const { processes, residentBytes } = sandboxLimits(availableMemory())
/** Maximum number of sandbox processes that open files, one file each. Share images have a separate process. */
export const SANDBOX_PROCESSES = processes
const inTurn = pLimit(processes)
/** Tasks with a high time limit are run one at a time, so that slow files leave a process free for other files. */
const longTasksInTurn = pLimit(1)
/**
 * Share images have a separate queue with one process, so that they don't delay uploads, don't wait for uploads, and use at most one core.
 */
const drawingInTurn = pLimit(1)
const pictures = createImageSandboxes()
let busy = 0

/**
 * Opens an untrusted file in a sandbox process that is killed when it exceeds its time or memory limit. Each file has its own process,
 * except valid images, which share a process. Rejects with `InvalidFileError` if the file is at fault. An interrupted task is retried once;
 * if it is interrupted again, the function rejects with a problem (503).
 * @param task for an image, a function that reads the file when a process is free
 * @param writable the only folder that the process may write to
 * @param workMs limit of processor time
 */
export function runSandboxTask<Task extends SandboxTask>(
  task: Task | (() => Promise<Task>),
  { writable, workMs = WORK_MS }: { writable?: string; workMs?: number } = {},
) {
  const inOrder = <Result>(run: () => Promise<Result>) => (workMs > WORK_MS ? longTasksInTurn(() => inTurn(run)) : inTurn(run))
  return inOrder(async () => {
    busy += 1
    try {
      const ready = typeof task === 'function' ? await task() : task
      return await retryInterrupted(() => start(ready, { writable, workMs }))
    } finally {
      busy -= 1
    }
  }) as Promise<Extract<SandboxResult, { kind: Task['kind'] }>>
}

/** Runs a task in the sandbox process of a file. `workMs` limits the task's processor time. */
type RunSandboxTask<Kind> = (
  task: Extract<SandboxTask, { kind: Kind }>,
  limits: { workMs: number },
) => Promise<Extract<SandboxResult, { kind: Kind }>>

/**
 * Opens a file in one sandbox process for several tasks of the same kind, one after another. After a failed task, the next task has a fresh
 * process. Aborting the signal kills the process.
 * @param file has the path, or a function that provides the path for the duration of `work` once a process is free
 * @param background see `startSandbox`
 * @param writable the only folder that the process may write to
 */
export function withSandbox<
  Kind extends 'book-pages' | 'page-texts' | 'page-pictures' | 'book-reflow' | 'epub-text' | 'epub-pictures' | 'pdf-epub',
  Result,
>(
  { kind, ...file }: { kind: Kind } & ({ path: string } | { use: (work: (path: string) => Promise<Result>) => Promise<Result> }),
  work: (run: RunSandboxTask<Kind>, path: string) => Promise<Result>,
  { signal, background = false, writable }: { signal?: AbortSignal; background?: boolean; writable?: string } = {},
): Promise<Result> {
  return inTurn(async () => {
    signal?.throwIfAborted()
    busy += 1
    try {
      const open = (path: string) =>
        withProcess({ kind, path }, (run: RunSandboxTask<Kind>) => work(run, path), { signal, background, writable })
      return await ('path' in file ? open(file.path) : file.use(open))
    } finally {
      busy -= 1
    }
  })
}

/** Draws a share image. @throws InvalidFileError if the image can't be drawn */
export type DrawSharePicture = (task: SharePictureTask) => Promise<Uint8Array>

/**
 * Calls `work` with a function that draws share images in one process with idle priority, one after another. After a failed image, the next
 * image has a fresh process.
 */
export function withSharePictures<Result>(work: (draw: DrawSharePicture) => Promise<Result>): Promise<Result> {
  return drawingInTurn(() =>
    withProcess(
      { kind: 'share-picture' },
      (run: RunSandboxTask<'share-picture'>) =>
        work(async (task) => (await run({ kind: 'share-picture', ...task }, { workMs: DRAWING_MS })).content),
      { signal: undefined, background: true },
    ),
  )
}

/**
 * Calls `work` with a function that runs tasks in one process. The process starts with the first task and is killed at the end. An
 * interrupted task is retried once, in a new process.
 */
async function withProcess<Kind extends SandboxTask['kind'], Result>(
  file: { kind: Kind; path?: string },
  work: (run: RunSandboxTask<Kind>) => Promise<Result>,
  { signal, background, writable }: { signal: AbortSignal | undefined; background: boolean; writable?: string },
): Promise<Result> {
  let child: ChildProcess | undefined
  const end = () => {
    child?.kill('SIGKILL')
    child = undefined
  }
  const attempt: RunSandboxTask<Kind> = async (task, { workMs }) => {
    signal?.throwIfAborted()
    pictures.endIdle({ except: processes - busy })
    const isReused = child !== undefined
    child ??= await startSandbox(file, { background, writable })
    const wallTimeFactor = background ? BACKGROUND_WALL_TIME_FACTOR : undefined
    const result = runTask(child, task, { workMs, residentBytes, wallTimeFactor, isReused })
    return (await result.catch((error: unknown) => {
      end()
      // Aborting a task must not be reported as a fault of the file.
      signal?.throwIfAborted()
      throw error
    })) as Extract<SandboxResult, { kind: Kind }>
  }
  const run: RunSandboxTask<Kind> = (task, limits) => retryInterrupted(() => attempt(task, limits))
  signal?.addEventListener('abort', end)
  try {
    return await work(run)
  } finally {
    signal?.removeEventListener('abort', end)
    end()
  }
}

function start(task: SandboxTask, { writable, workMs }: { writable: string | undefined; workMs: number }) {
  if (task.kind === 'image') return pictures.run(task, { workMs, residentBytes })
  // Idle image processes are ended first, since they count toward the maximum number of processes.
  pictures.endIdle({ except: processes - busy })
  return runInSandbox(task, { writable, workMs, residentBytes })
}

/** Returns the number of files opened concurrently and the memory limit for each. Together they use half of the machine's memory. */
export function sandboxLimits(memoryBytes: number): { processes: number; residentBytes: number } {
  const processes = memoryBytes < TWO_AT_ONCE_BYTES ? 1 : 2
  return { processes, residentBytes: Math.max(MIN_BYTES, Math.min(MAX_BYTES, memoryBytes / 2 / processes)) }
}

/** Returns the memory of the machine, or of the container or service in which the server runs. */
function availableMemory(): number {
  const constrained = process.constrainedMemory()
  return constrained > 0 ? Math.min(constrained, totalmem()) : totalmem()
}
