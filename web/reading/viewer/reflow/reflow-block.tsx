import { createElement, type ReactNode } from 'react'
import type { ReflowBlock as Block } from '#contracts/reading/book-reflow.ts'
import { cutText, type Mark, type Piece, splitPieces } from './cut-text.ts'
import { linkTo } from './dom-text.ts'

const CLASSES = {
  heading: 'reading-heading',
  paragraph: undefined,
  quote: 'reading-quote',
  lines: 'reading-lines',
  code: 'reading-code',
  table: undefined,
  'list-item': undefined,
  note: 'reading-note',
}
/** Maximum length of an address that is displayed after a link */
const MAX_ADDRESS = 40
const TAGS: Partial<Record<Block['kind'], string>> = { 'list-item': 'li', code: 'pre', table: 'table' }

/** Block of text. Its element contains only the text; list markers and page numbers are added by the stylesheet. */
export function ReflowBlock({
  block,
  name,
  level = 3,
  pages,
  marks,
  nameOfPage,
}: {
  block: Exclude<Block, { kind: 'picture' }>
  /** Value of the attribute `data-place` */
  name: string
  /** Level of a heading block; undefined for other kinds of blocks */
  level: number | undefined
  /** The pages that begin in the block, with their offsets */
  pages: [number, number][]
  marks: Mark[]
  nameOfPage: (page: number) => string
}) {
  const tag = block.kind === 'heading' ? `h${level}` : (TAGS[block.kind] ?? 'p')
  const calledAt = block.kind === 'note' ? block.calledAt : undefined
  const attributes = {
    className: CLASSES[block.kind],
    'data-place': name,
    'data-level': block.kind === 'heading' ? block.level : undefined,
    'data-marker': 'marker' in block ? block.marker : undefined,
    role: calledAt && 'doc-footnote',
  }
  const target = block.kind === 'list-item' ? block.target : undefined
  // The page mark is rendered before the link, since screen readers would not announce a page mark within a link.
  const pageBefore = target && pages.find(([offset]) => offset === 0)?.[1]
  const pieces = cutText(block.text, { ...block, pages: pageBefore ? pages.slice(1) : pages, marks })
  const renderPieces = (some: Piece[]) =>
    some.map((piece, index) => (
      <TextPiece
        // biome-ignore lint/suspicious/noArrayIndexKey: the order of the pieces is their place
        key={index}
        piece={piece}
        pageLabel={piece.page === undefined ? undefined : nameOfPage(piece.page)}
        silent={block.kind === 'heading' || target !== undefined}
      />
    ))
  let text: ReactNode = renderPieces(pieces)
  if (block.kind === 'lines') text = <Lines lines={splitPieces(pieces, '\n').map(renderPieces)} />
  if (block.kind === 'table') {
    const rows = splitPieces(pieces, '\n').map((row) => splitPieces(row, '\t').map(renderPieces))
    text = <Rows rows={rows} hasHead={block.hasHead === true} />
  }
  const content = target ? <a href={linkTo({ part: target[0], block: target[1] })}>{text}</a> : text
  const element = createElement(
    tag,
    attributes,
    pageBefore && <PageMark label={nameOfPage(pageBefore)} />,
    content,
    block.kind === 'note' && calledAt && <BackLink marker={block.marker} calledAt={calledAt} />,
  )
  if (block.kind === 'table') return <WideFrame label="Table">{element}</WideFrame>
  if (block.kind === 'code') return <WideFrame label="Code">{element}</WideFrame>
  return block.kind === 'quote' ? <blockquote>{element}</blockquote> : element
}

function Lines({ lines }: { lines: ReactNode[] }) {
  return lines.map((line, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: the order of the lines is their place
    <span key={index} className="reading-line">
      {line}
    </span>
  ))
}

function Rows({ rows, hasHead }: { rows: ReactNode[][]; hasHead: boolean }) {
  const [first, ...rest] = rows
  const renderRow = (cells: ReactNode[], index: number, isHead = false) => (
    <tr key={index}>
      {cells.map(
        (cell, column) =>
          // biome-ignore-start lint/suspicious/noArrayIndexKey: the order of the cells is their place
          isHead ? (
            <th key={column} scope="col">
              {cell}
            </th>
          ) : (
            <td key={column}>{cell}</td>
          ),
        // biome-ignore-end lint/suspicious/noArrayIndexKey: see above
      )}
    </tr>
  )
  return (
    <>
      {hasHead && first && <thead>{renderRow(first, 0, true)}</thead>}
      <tbody>{(hasHead ? rest : rows).map((row, index) => renderRow(row, index))}</tbody>
    </>
  )
}

/** Frame that scrolls a wide table or wide code sideways, also with the keyboard. */
function WideFrame({ label, children }: { label: string; children: ReactNode }) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a frame that scrolls can be focused
    // biome-ignore lint/a11y/useSemanticElements: a section would be a landmark for each frame
    <div className="reading-wide" role="group" aria-label={label} tabIndex={0}>
      {children}
    </div>
  )
}

/** Link from a note back to the note's reference. The arrow is added by the stylesheet. */
function BackLink({ marker, calledAt: [part, block, offset] }: { marker: string; calledAt: [number, number, number] }) {
  return (
    // biome-ignore lint/a11y/useAnchorContent: a block holds its text and nothing else
    <a
      className="reading-back"
      role="doc-backlink"
      href={linkTo({ part, block, offset })}
      aria-label={`Back from note ${marker} to the text`}
    />
  )
}

/** Link to an address outside the book, which the stylesheet adds at the end of other words. */
function OuterLink({ address, text, isEnd }: { address: string; text: string; isEnd: boolean }) {
  const shown = address.replace(/^(https?:\/\/(www\.)?|mailto:|tel:)/, '').replace(/\/$/, '')
  const isShown = shown.includes(text.replace(/^(https?:\/\/)?(www\.)?/, '').replace(/\/$/, '')) && text.includes('.')
  return (
    <a href={address} target="_blank" rel="noopener noreferrer nofollow" data-address={isShown || !isEnd ? undefined : shorten(shown)}>
      {text}
    </a>
  )
}

const shorten = (address: string) => (address.length > MAX_ADDRESS ? `${address.slice(0, MAX_ADDRESS)}…` : address)

function TextPiece({
  piece: { text, style, marks, note, link, endsLink },
  pageLabel,
  silent,
}: {
  piece: Piece
  pageLabel: string | undefined
  silent: boolean
}) {
  let content: ReactNode = note ? (
    <a role="doc-noteref" href={linkTo(note)} aria-label={`Note ${text}`}>
      {text}
    </a>
  ) : (
    text
  )
  if (typeof link === 'string') content = <OuterLink address={link} text={text} isEnd={endsLink} />
  else if (link && !note) content = <a href={linkTo(link)}>{text}</a>
  if (style === 'sup') content = <sup>{content}</sup>
  if (style === 'i' || style === 'bi') content = <em>{content}</em>
  if (style === 'b' || style === 'bi') content = <strong>{content}</strong>
  for (const { kind, id, color } of marks)
    content = (
      <mark className={`reading-mark reading-mark-${kind}`} data-highlight={id} data-color={color}>
        {content}
      </mark>
    )
  return (
    <>
      {pageLabel !== undefined && <PageMark label={pageLabel} silent={silent} />}
      {content}
    </>
  )
}

/** Margin mark where a page of the paper book begins. A `silent` mark is excluded from the accessible name of a heading or link. */
export function PageMark({ label, silent = false }: { label: string; silent?: boolean }) {
  const spoken = silent ? { 'aria-hidden': true } : { role: 'separator', 'aria-label': `Page ${label}` }
  return <span className="reading-page" data-label={label} {...spoken} />
}
