/*
 * Replaces `pdfjs-dist/web/pdf_viewer.mjs` (see vite-plugin-pdfjs.ts), from which react-pdf needs two classes. react-pdf's link service
 * overrides every method that a page calls; events would only reach the sandbox for scripts in documents, which is not included.
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
