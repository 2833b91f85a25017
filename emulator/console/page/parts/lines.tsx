// Compares two texts line by line: removed and added lines.

type Line = { sign: ' ' | '-' | '+'; text: string };

// Uses the longest common subsequence of their lines.
export function lineDiff(before: string, after: string): Line[] {
  const [old, now] = [before ? before.split('\n') : [], after ? after.split('\n') : []];
  const common = Array.from({ length: old.length + 1 }, () => new Array<number>(now.length + 1).fill(0));
  for (let i = old.length - 1; i >= 0; i--) {
    for (let j = now.length - 1; j >= 0; j--) common[i]![j] = old[i] === now[j] ? common[i + 1]![j + 1]! + 1 : Math.max(common[i + 1]![j]!, common[i]![j + 1]!);
  }
  const lines: Line[] = [];
  let [i, j] = [0, 0];
  while (i < old.length || j < now.length) {
    if (i < old.length && j < now.length && old[i] === now[j]) { lines.push({ sign: ' ', text: old[i++]! }); j++; }
    else if (j >= now.length || (i < old.length && common[i + 1]![j]! >= common[i]![j + 1]!)) lines.push({ sign: '-', text: old[i++]! });
    else lines.push({ sign: '+', text: now[j++]! });
  }
  return lines;
}

export function LineDiff({ before, after }: { before: string; after: string }): JSX.Element {
  return (
    <div className="diff lines" role="list" aria-label="Differences">
      {lineDiff(before, after).filter((line) => line.sign !== ' ').map((line, i) => (
        <div key={i} role="listitem" className={line.sign === '+' ? 'add' : 'del'}><span className="sign">{line.sign === '-' ? '−' : '+'}</span>{line.text}</div>
      ))}
    </div>
  );
}
