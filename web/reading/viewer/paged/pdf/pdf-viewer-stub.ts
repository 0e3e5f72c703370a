/* Stub of `pdfjs-dist/web/pdf_viewer.mjs` (see vite-plugin-pdfjs.ts), from which react-pdf needs two classes. The link service of react-pdf
   overrides every method that a page calls. Events would only reach the sandbox for document scripts, which is not included. */

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
