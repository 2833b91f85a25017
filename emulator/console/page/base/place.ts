// The console's state: the address bar contains all of it, so that a link reproduces the view.
//
// /_stator/console/tables/Orders/items?universe=test-17&region=eu-west-1&index=by_state
import { useSyncExternalStore } from 'react';
import { Store, useStore } from './store';

export const ROOT = '/_stator/console';
export const DEFAULT_UNIVERSE = 'default';
export const DEFAULT_REGION = 'us-east-1';
// Parameters that are kept when the view changes.
const LASTING = ['universe', 'region'];

export interface Where {
  universe: string;
  region: string;
}

export interface Place extends Where {
  path: string[]; // "tables", "Orders", "items"
  params: URLSearchParams; // all of them
}

export type Changes = Record<string, string | null | undefined>;

function read(): Place {
  const params = new URLSearchParams(location.search);
  const path = location.pathname.slice(ROOT.length).split('/').filter(Boolean).map(decodeURIComponent);
  return {
    path,
    params,
    universe: params.get('universe') || DEFAULT_UNIVERSE,
    region: params.get('region') || DEFAULT_REGION,
  };
}

// A console that is opened below a universe's path belongs to that universe.
function leaveUniversePath(): void {
  const match = /^\/u\/([^/]+)(\/_stator\/console.*)$/.exec(location.pathname);
  if (!match) return;
  const params = new URLSearchParams(location.search);
  params.set('universe', decodeURIComponent(match[1]!));
  history.replaceState(null, '', `${match[2]}?${params}`);
}

leaveUniversePath();
const place = new Store<Place>(read());
addEventListener('popstate', () => place.set(read()));

export const currentPlace = (): Place => place.get();
export const usePlace = (): Place => useStore(place);
// Returns a part of the address as text; the component is rendered again only if that text changes.
export const usePart = (part: (place: Place) => string): string => useSyncExternalStore(place.subscribe, () => part(place.get()));

export const viewIn = ({ path }: Place): string => path.map(encodeURIComponent).join('/');

function withChanges(params: URLSearchParams, changes: Changes): string {
  for (const [name, value] of Object.entries(changes)) {
    if (value === null || value === undefined || value === '') params.delete(name);
    else params.set(name, value);
  }
  if (params.get('universe') === DEFAULT_UNIVERSE) params.delete('universe');
  if (params.get('region') === DEFAULT_REGION) params.delete('region');
  const text = params.toString();
  return text ? `?${text}` : '';
}

// Returns the address of a view in the present universe and region.
export function href(path: string[], changes: Changes = {}): string {
  const kept = new URLSearchParams();
  for (const name of LASTING) {
    const value = place.get().params.get(name);
    if (value) kept.set(name, value);
  }
  return [ROOT, ...path.map(encodeURIComponent)].join('/') + withChanges(kept, changes);
}

export function open(address: string, replace = false): void {
  if (address === location.pathname + location.search) return;
  if (replace) history.replaceState(null, '', address);
  else history.pushState(null, '', address);
  place.set(read());
}

export const go = (path: string[], changes: Changes = {}): void => open(href(path, changes));

// Changes parameters of the present view. A selection replaces the history entry; a new request
// adds one.
export function setParams(changes: Changes, replace = true): void {
  open(location.pathname + withChanges(new URLSearchParams(location.search), changes), replace);
}
