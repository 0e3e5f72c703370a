/*
 * Replaces `pdfjs-dist/web/pdf_viewer.mjs` (see vite-plugin-pdfjs.ts), of which react-pdf needs two classes. Its link service overrides
 * every method that a page calls; the events would only go to the sandbox for scripts in documents, which is not included.
 */

export class EventBus {
  dispatch() {}
}

export class SimpleLinkService {
  externalLinkEnabled = true
  eventBus: EventBus
  constructor({ eventBus }: { eventBus: EventBus }) {
    this.eventBus = eventBus
  }
}
