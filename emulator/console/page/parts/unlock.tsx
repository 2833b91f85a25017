// Requests the admin API's token, if the server requires one that it has not received.
import { useState } from 'react';
import { isLocked, keepToken } from '../base/token';
import { useStore } from '../base/store';

export function Unlock(): JSX.Element | null {
  const [token, setToken] = useState('');
  if (!useStore(isLocked)) return null;
  const unlock = (): void => {
    keepToken(token.trim());
    location.reload();
  };
  return (
    <dialog open className="keys unlock" aria-label="Token">
      <h2>This Stator asks for a token</h2>
      <p>It has printed one at its start, or was given one by --admin-token.</p>
      <form className="row" onSubmit={(event) => { event.preventDefault(); unlock(); }}>
        <label className="field"><span>Token</span>
          <input type="password" autoFocus autoComplete="off" value={token} onChange={(event) => setToken(event.target.value)} />
        </label>
        <button type="submit" disabled={!token.trim()}>Unlock</button>
      </form>
    </dialog>
  );
}
