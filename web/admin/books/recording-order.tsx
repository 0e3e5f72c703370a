import ArrowDown from 'lucide-react/icons/arrow-down'
import ArrowUp from 'lucide-react/icons/arrow-up'
import { useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { compareNaturally } from '#contracts/common/natural-order.ts'
import { formatBytes } from '#web/lib/format/bytes.ts'
import { pluralize } from '#web/lib/format/plural.ts'
import { toast } from '#web/lib/toast.ts'
import { useAction } from '#web/lib/use-action.ts'
import { Button } from '#web/ui/button.tsx'
import { packRecordings } from './pack-recordings.ts'

type Move = 'up' | 'down'

/** List of recordings that were selected together, in the order of their names, which can be changed. They are sent as one archive. */
export function RecordingOrder({ files, onDone }: { files: File[]; onDone: (archive: File) => void }) {
  const [{ given, order }, setState] = useState(() => sorted(files))
  const [notice, setNotice] = useState('')
  const list = useRef<HTMLOListElement>(null)
  if (given !== files) setState(sorted(files))
  const { busy, run: pack } = useAction(
    async () => onDone(await packRecordings(order)),
    () => toast.error('These files could not be read. Choose them again.'),
  )

  /** Moves a file by one place. The focus follows the file, so that it can be moved on. */
  function move(index: number, direction: Move) {
    const target = direction === 'up' ? index - 1 : index + 1
    const changed = [...order]
    changed.splice(target, 0, ...changed.splice(index, 1))
    flushSync(() => setState({ given: files, order: changed }))
    setNotice(`${order[index]?.name} is number ${target + 1} of ${order.length}`)
    const buttons = list.current?.children[target]?.querySelectorAll('button') ?? []
    const same = [...buttons].find((button) => button.dataset.move === direction)
    ;(same ?? buttons[0])?.focus()
  }

  const size = order.reduce((sum, { size }) => sum + size, 0)
  return (
    <section aria-label="Order of the recordings" className="grid gap-3">
      <p className="text-base">
        {pluralize(order.length, 'recording')}, {formatBytes(size)}. Each becomes a chapter. Check the order.
      </p>
      <ol ref={list} className="max-h-96 overflow-y-auto rounded-control border border-rule">
        {order.map((file, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a moved row keeps its element, and the focus is moved to the other row
          <li key={index} className="flex items-center gap-2 border-rule border-b px-3 py-1 last:border-b-0">
            <span className="min-w-8 text-soft text-sm tabular-nums">{index + 1}</span>
            <span dir="auto" className="wrap-anywhere min-w-0 flex-1 text-base leading-snug">
              {file.name}
            </span>
            {index > 0 && <MoveButton file={file} direction="up" onMove={() => move(index, 'up')} />}
            {index < order.length - 1 && <MoveButton file={file} direction="down" onMove={() => move(index, 'down')} />}
          </li>
        ))}
      </ol>
      <p role="status" className="sr-only">
        {notice}
      </p>
      <Button variant="outline" size="small" className="justify-self-start" busy={busy} onClick={() => void pack()}>
        {busy ? 'Reading the files' : 'Use them in this order'}
      </Button>
    </section>
  )
}

function MoveButton({ file, direction, onMove }: { file: File; direction: Move; onMove: () => void }) {
  const Icon = direction === 'up' ? ArrowUp : ArrowDown
  return (
    <button
      type="button"
      data-move={direction}
      aria-label={`Move ${file.name} ${direction}`}
      title={`Move ${direction}`}
      onClick={onMove}
      className="grid size-11 shrink-0 place-items-center rounded-control hover:bg-paper-2"
    >
      <Icon aria-hidden className="size-5" />
    </button>
  )
}

const sorted = (files: File[]) => ({ given: files, order: [...files].sort((one, other) => compareNaturally(one.name, other.name)) })
