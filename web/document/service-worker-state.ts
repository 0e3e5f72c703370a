import { createContext } from 'react-router'

/** Whether browsers install the service worker or remove an installed one. */
export type ServiceWorkerState = 'on' | 'off'
export const serviceWorkerContext = createContext<ServiceWorkerState>('on')
